import type { ServiceContext } from '../service-context.js';
import { Refusal } from './refusal.js';
import type { Reply } from './reply.js';

export const XML_TYPE = 'application/xml';
const DECLARATION = '<?xml version="1.0" encoding="utf-8"?>';

/** What XML 1.0 has no way to write. */
const NOT_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '\r': '&#xD;' };

/** Text between two tags. A carriage return would be read as a line feed, were it not escaped. */
export function escaped(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => ESCAPES[character]!) : text;
}

/** The text that stands between two tags. */
export function unescaped(text: string): string {
  if (NOT_XML.test(text)) throw invalidXml('it has characters that XML does not have');
  if (text.includes('<')) throw invalidXml('it has tags where text is expected');
  return text.replace(/\r\n?/g, '\n').replace(/&([^;&\s]{1,10});|&/g, (entity, name: string | undefined) => {
    const character = name === undefined ? undefined : entityOf(name);
    if (character === undefined || NOT_XML.test(character)) throw invalidXml(`${entity} means nothing`);
    return character;
  });
}

function entityOf(name: string): string | undefined {
  if (Object.hasOwn(ENTITIES, name)) return ENTITIES[name];
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

export function invalidXml(why: string): Refusal {
  return new Refusal(400, 'InvalidXmlDocument', `XML specified is not syntactically valid: ${why}.`);
}

/** `<Name>text</Name>`; nothing for a text that is missing. */
export function element(name: string, text: string | number | undefined): string {
  return text === undefined ? '' : `<${name}>${escaped(String(text))}</${name}>`;
}

/** `<Metadata>` of a list. */
export function metadataElement(metadata: ReadonlyMap<string, string>): string {
  const inner = [...metadata].map(([name, value]) => element(name, value)).join('');
  return `<Metadata>${inner}</Metadata>`;
}

export function xmlReply(status: number, content: string): Reply {
  return { status, headers: { 'content-type': XML_TYPE }, body: DECLARATION + content };
}

/** The errors of queues and blobs. */
export function xmlRefusal({ status, code, message }: Refusal, context: ServiceContext): Reply {
  const time = new Date(context.clock.now()).toISOString();
  const text = `${message}\nRequestId:${context.newId()}\nTime:${time}`;
  const reply = xmlReply(status, `<Error>${element('Code', code)}${element('Message', text)}</Error>`);
  return { ...reply, headers: { ...reply.headers, 'x-ms-error-code': code } };
}
