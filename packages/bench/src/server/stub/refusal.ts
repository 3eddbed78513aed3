/** A request that the Table service would not take. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
  }

  body(): string {
    return JSON.stringify({
      'odata.error': { code: this.code, message: { lang: 'en-US', value: this.message } },
    });
  }
}

export function malformed(message: string): Refusal {
  return new Refusal(400, 'InvalidInput', message);
}
