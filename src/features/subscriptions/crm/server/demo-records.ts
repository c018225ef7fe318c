import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** CRM records of the demo's accounts with a contract, with what their subscription says of it. */
export async function makeDemoCrmRecords(tx: Tx): Promise<void> {
  await sql`
    insert into crm_records (account_id, record)
    select a.id, json_build_object('owner', u.full_name, 'ownerEmail', u.email, 'contractNumber', 'C-' || (1000 + a.id),
      'contractStatus', 'Activated', 'contractStart', s.contract_start_date, 'contractEnd', s.expiration_date,
      'contractValue', s.contract_value, 'currency', s.currency, 'quoteUrl', s.quote_url,
      'opportunities', json_build_array(json_build_object('name', 'Renewal', 'stage', 'Proposal',
        'amount', s.contract_value, 'closeDate', s.expiration_date)))
    from subscriptions s join accounts a on a.id = s.account_id left join users u on u.id = a.csm_id
    where s.contract_value is not null and s.currency is not null`.execute(tx)
}
