import type { ServiceContext } from '../service-context.js';

export function errorJson(code: string, message: string, context: ServiceContext): string {
  const time = new Date(context.clock.now()).toISOString();
  const value = `${message}\nRequestId:${context.newId()}\nTime:${time}`;
  return JSON.stringify({ 'odata.error': { code, message: { lang: 'en-US', value } } });
}
