import type { CrmRecord } from '#features/subscriptions/crm/contract.ts'

/** A record with every field. */
export const fullRecord: CrmRecord = {
  owner: 'Dana Levi',
  ownerEmail: 'dana@harmonic.example',
  contractNumber: 'C-17',
  contractStatus: 'Activated',
  contractStart: '2025-01-01',
  contractEnd: '2027-12-31',
  contractValue: 125_000_050,
  currency: 'EUR',
  quoteUrl: 'https://quotes.example/17',
  opportunities: [
    { name: 'Nodes, phase 2', stage: 'Proposal', amount: 4_000_050, closeDate: '2026-03-31' },
    { name: 'Renewal', stage: 'Closed Won', amount: null, closeDate: '2025-02-28' },
  ],
}

/** A record whose texts need escaping, with an amount of zero and a contract that has not ended. */
export const otherRecord: CrmRecord = {
  ...fullRecord,
  owner: `Zoë "O'Neill" <東京> & Søn`,
  ownerEmail: 'zoe+crm@harmonic.example',
  contractNumber: `00'17; --`,
  contractStatus: 'Draft',
  contractEnd: null,
  opportunities: [{ name: '100 % «α» \\ /', stage: 'Négociation', amount: 0, closeDate: '2026-12-31' }],
}

/** A record in which nothing is set. */
export const emptyRecord: CrmRecord = {
  owner: null,
  ownerEmail: null,
  contractNumber: null,
  contractStatus: null,
  contractStart: null,
  contractEnd: null,
  contractValue: null,
  currency: null,
  quoteUrl: null,
  opportunities: [],
}
