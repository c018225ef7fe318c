/** JSON that is text already (made by PostgreSQL); it is sent unchanged. */
export class RawJson {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** JSON text that is made while it is sent, at the pace of its reader; a failure breaks the response off. */
export class JsonStream {
  readonly pieces: AsyncIterable<string>
  constructor(pieces: AsyncIterable<string>) {
    this.pieces = pieces
  }
}

/** What a handler returns when a plain value is not enough. */
export class HandlerResponse<Value> {
  readonly value: Value | RawJson
  readonly options: {
    readonly status?: number
    readonly etag?: string
    readonly headers?: Readonly<Record<string, string>>
  }

  constructor(value: Value | RawJson, options: HandlerResponse<Value>['options'] = {}) {
    this.value = value
    this.options = options
  }
}

/** A response with its own ETag, status or headers. */
export function respond<Value>(
  value: Value | RawJson,
  options: HandlerResponse<Value>['options'] = {},
): HandlerResponse<Value> {
  return new HandlerResponse(value, options)
}

/** The ETag of an entity, from its `version`. */
export function etagOf(version: number): string {
  return `"${version}"`
}

/**
 * The caller's own form of the tag (weak when its copy was compressed), if it has this one already (RFC 9110 §13.1.2).
 */
export function matchEtag(
  request: { headers: { 'if-none-match'?: string | undefined } },
  etag: string,
): string | undefined {
  const tags = request.headers['if-none-match']?.split(',').map((tag) => tag.trim())
  return tags?.includes('*') ? etag : tags?.find((tag) => tag.replace(/^W\//, '') === etag.replace(/^W\//, ''))
}
