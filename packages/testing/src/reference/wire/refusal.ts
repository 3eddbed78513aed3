/** The service says no. Thrown where the trouble is found; not an Error, because a stack would cost more than the request. */
export class Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;

  constructor(status: number, code: string, message: string) {
    this.status = status;
    this.code = code;
    this.message = message;
  }
}

export function invalidInput(message: string): Refusal {
  return new Refusal(400, 'InvalidInput', message);
}

export function outOfRange(parameter: string, message: string): Refusal {
  return new Refusal(400, 'OutOfRangeInput', `The '${parameter}' parameter is out of range: ${message}`);
}

/** What this service does not imitate is refused loudly: a test must not go on as if it had worked. */
export function notImplemented(what: string): Refusal {
  return new Refusal(501, 'NotImplemented', `The reference service does not implement ${what}.`);
}
