import { texts } from '#kit/contract/texts.ts'

/** The texts of the pages, some of which the server writes too. */
export const pageTexts = {
  reasons: {
    'not-text': 'its content is not text. Attach it with the extension of its kind, for example .bin or .pcap.',
    'not-gzip': 'it is not a complete gzip file.',
    'not-tar': 'it is not a complete tar archive.',
    'too-large': 'it unpacks to more than 128 MB. Attach the part of the log around the fault.',
    'too-many-files': 'it contains more than 2,000 files. Attach those that matter.',
    'too-deep': 'it has archives in archives in archives. Attach the inner one.',
    'too-long': 'reading it took too long. Attach the part of the log around the fault.',
  },
  secrets_one: '{count} secret hidden',
  secrets_other: '{count} secrets hidden',
  secretsText: 'Others read a copy without them. You and a TAC manager can open the original; each time is recorded.',
  secretsTextOther: 'You read a copy without them. The user who uploaded it and a TAC manager can open the original.',
  openOriginal: 'Open the original of {name}',
  original: 'Original',
  kinds: {
    password: 'Password',
    token: 'Token',
    'private-key': 'Private key',
    'cloud-key': 'Cloud key',
    'snmp-community': 'SNMP community',
    'shared-secret': 'Shared secret',
    session: 'Session',
  },
  facts: {
    product: 'Product',
    version: 'Version',
    serial: 'Serial number',
    device: 'Device',
    modems: 'Modems affected',
  },
  factsOf: 'Found in {name}',
  line: 'line {line}',
  signature: 'Signature',
  says: 'What the log says',
  lines: '{lines} lines',
  pack: 'rule pack {pack}',
  use: 'Use {value}',
  used: 'In the form',
  useAll: 'Use all',
  readOriginal: 'Each look at the original is recorded.',
  noFacts: 'No version, serial number or known signature was found in it.',
}

/** The texts of logs that were read. */
export const { useText } = texts('log-triage', pageTexts)
