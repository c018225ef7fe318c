import type { Readable } from 'node:stream'

/** A blob of the store. */
export type StoredBlob = { readonly digest: string; readonly size: number; read(): Readable }

/**
 * A registry that images of releases are copied into. Digests are hexadecimal SHA-256; failures are an
 * `IntegrationError`.
 */
export type ImageDestination = {
  /** The host, and the path if it has one, in the addresses of its images. */
  readonly place: string
  /**
   * Stores a blob unless the repository has it; taken over from the repository `from` of the same registry where that has
   * it, else sent.
   */
  putBlob(repository: string, blob: StoredBlob, from: string | undefined): Promise<void>
  /** Stores a manifest or index, whose parts are all there, under a tag or `sha256:` and its digest. */
  putManifest(
    repository: string,
    reference: string,
    manifest: { readonly digest: string; readonly mediaType: string; readonly bytes: Buffer },
  ): Promise<void>
}
