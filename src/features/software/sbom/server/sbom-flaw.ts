/** Why a document is no SBOM that can be stored; the message completes "This SBOM cannot be read: …". */
export class SbomFlaw extends Error {}
