/** What a look at the bytes of a file found. */
export type ScanResult =
  | { readonly verdict: 'CLEAN' }
  /** `words` names what it carries. */
  | { readonly verdict: 'QUARANTINED'; readonly words: string }
  /** It is larger than the scanner looks into. */
  | { readonly verdict: 'UNSCANNABLE'; readonly words: 'too-large' }

/** The port to what looks at files. */
export type Scanner = {
  /**
   * Has the bytes looked at, which `open` reads from their beginning, in pieces; perhaps more than once, and not to their end
   * when the scanner has seen enough. Throws `ScannerAway` when it cannot be asked or breaks off, another error when it says
   * that it failed on these bytes.
   */
  look(open: () => AsyncIterable<Buffer>): Promise<ScanResult>
  /** What it is and how old its signatures are. Throws `ScannerAway`. */
  describe(): Promise<ScannerFacts>
}

export type ScannerFacts = {
  readonly engine: string
  /** The number of the signatures, and when they were made; null when it has or tells none. */
  readonly signatures: string | null
  readonly signaturesMade: Date | null
}

/** Thrown when the scanner cannot be reached, does not answer in time, or breaks off. The message says why. */
export class ScannerUnavailableError extends Error {}
