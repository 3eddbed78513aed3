import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type OutgoingHttpHeaders,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

/** A server, and the connections that are kept to it. Idle ones do not keep the process alive. */
export interface Target {
  readonly secure: boolean;
  open(method: string, path: string, headers: OutgoingHttpHeaders): ClientRequest;
}

export class Targets {
  readonly #known = new Map<string, Target>();
  readonly #httpAgent = new HttpAgent({ keepAlive: true });
  readonly #httpsAgent = new HttpsAgent({ keepAlive: true });

  of(origin: string): Target {
    let target = this.#known.get(origin);
    if (!target) {
      target = this.#target(new URL(origin));
      this.#known.set(origin, target);
    }
    return target;
  }

  #target({ protocol, hostname, port }: URL): Target {
    const secure = protocol === 'https:';
    const common: RequestOptions = {
      agent: secure ? this.#httpsAgent : this.#httpAgent,
      // An IPv6 address has brackets in a URL only.
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? (secure ? 443 : 80) : Number(port),
    };
    const request = secure ? httpsRequest : httpRequest;
    return {
      secure,
      open: (method, path, headers) => request({ ...common, method, path, headers }),
    };
  }
}
