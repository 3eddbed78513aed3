import type { PipelineRequest } from '@azure/core-rest-pipeline';

/** Same name and messages as the error of the real client, whose class is not exported. */
class AbortError extends Error {
  override readonly name = 'AbortError';
}

export function abortError(): Error {
  return new AbortError(
    'The operation was aborted. Rejecting from abort signal callback while making request.',
  );
}

export function throwIfAborted(request: PipelineRequest): void {
  if (request.abortSignal?.aborted) {
    throw new AbortError('The operation was aborted. Request has already been canceled.');
  }
}

/** Waits (forever with `Infinity`), but gives up like the real client on an abort or on the request's timeout. */
export function pause(request: PipelineRequest, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    throwIfAborted(request);
    const timers: NodeJS.Timeout[] = [];
    const cleanUp = () => {
      for (const timer of timers) clearTimeout(timer);
      request.abortSignal?.removeEventListener('abort', abort);
    };
    const abort = () => {
      cleanUp();
      reject(abortError());
    };
    const resume = () => {
      cleanUp();
      resolve();
    };
    request.abortSignal?.addEventListener('abort', abort);
    if (request.timeout > 0) timers.push(setTimeout(abort, request.timeout));
    if (ms !== Infinity) timers.push(setTimeout(resume, ms));
  });
}
