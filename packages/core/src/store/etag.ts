/** Replies without metadata leave out the ETag of listed rows; it is their Timestamp, escaped. */
export function etagOfTimestamp(timestamp: string): string {
  return `W/"datetime'${encodeURIComponent(timestamp)}'"`;
}
