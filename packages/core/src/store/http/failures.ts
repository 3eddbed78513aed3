import { type PipelineRequest, RestError } from '@azure/core-rest-pipeline';

// Failures as the SDK's client reports them: policies know these shapes.

export function connectionFailure(cause: NodeJS.ErrnoException, request: PipelineRequest): Error {
  return new RestError(cause.message, { code: cause.code ?? RestError.REQUEST_SEND_ERROR, request });
}

export function timedOut(request: PipelineRequest): Error {
  const message = `There was no whole reply within ${request.timeout} ms.`;
  return new RestError(message, { code: 'ETIMEDOUT', request });
}

export function aborted(): Error {
  const error = new Error('The operation was aborted.');
  error.name = 'AbortError';
  return error;
}
