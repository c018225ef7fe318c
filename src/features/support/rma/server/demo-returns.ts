import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { serialFits } from '../contract.ts'
import returns from './demo-data/returns.json' with { type: 'json' }

const shippingFields = { carrier: 'DHL Express', tracking: 'JD0146000481220' }

/** Gives the demo's hardware returns their forms and the completed steps. */
export async function makeDemoReturns(tx: Tx): Promise<void> {
  for (const { account, subject, states, ...form } of returns) {
    const steps = states.map(([minutes, state]) => ({ minutes, state }))
    const last = String(steps.at(-1)!.state)
    await sql`
      with filed as (
        insert into case_returns (case_id, part_number, serial_number, serial_fits, contact, shipping_address, symptom_details, state)
        select c.id, ${form.partNumber}, ${form.serialNumber}, ${serialFits(form.partNumber, form.serialNumber)}, ${form.contact}, ${form.shipTo}, ${form.symptomDetails}, ${last}
        from cases c join accounts a on a.id = c.account_id where a.name = ${account} and c.subject = ${subject} and c.type = 'RMA' returning case_id
      )
      insert into case_return_steps (case_id, state, at, user_id, carrier, tracking_number)
      select c.id, s.state, least(c.created_at + make_interval(mins => s.minutes), now()),
        case when s.state = 'requested' then c.reporter_id else coalesce(c.assignee_id, c.reporter_id) end,
        case when s.state = 'shipped' then ${shippingFields.carrier} end, case when s.state = 'shipped' then ${shippingFields.tracking} end
      from filed f join cases c on c.id = f.case_id cross join jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s(minutes int, state text)`.execute(
      tx,
    )
  }
}
