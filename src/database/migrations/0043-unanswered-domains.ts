/** Since when DNS has given no answer about a domain; after 7 days its proof is lost. */
export const unansweredDomains = {
  name: '0043-unanswered-domains',
  sql: `
alter table domain_proofs add column unanswered_since timestamptz;
update domain_proofs set unanswered_since = now() where unanswered;
`,
}
