/** The result of scanning the bytes of a file. */
export type ScanResult =
  | { readonly verdict: 'CLEAN' }
  /** `words` names the malware. */
  | { readonly verdict: 'QUARANTINED'; readonly words: string }
  /** It is larger than the scanner accepts. */
  | { readonly verdict: 'UNSCANNABLE'; readonly words: 'too-large' }

/** The port to the scanner. */
export type Scanner = {
  /**
   * Scans the bytes, which `open` reads from their beginning, in chunks; perhaps more than once, and not to their end
   * when the scanner has seen enough. Throws `ScannerUnavailableError` when it cannot be reached or breaks off, another
   * error when it reports a failure on these bytes.
   */
  look(open: () => AsyncIterable<Buffer>): Promise<ScanResult>
  /** Its name and the date of its signatures. Throws `ScannerUnavailableError`. */
  describe(): Promise<ScannerFacts>
}

export type ScannerFacts = {
  readonly engine: string
  /** The number of the signatures, and their date; null when it reports none. */
  readonly signatures: string | null
  readonly signaturesMade: Date | null
}

/** Thrown when the scanner cannot be reached, does not respond in time, or breaks off. The message holds the reason. */
export class ScannerUnavailableError extends Error {}
