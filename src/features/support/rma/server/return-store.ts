import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type HardwareReturn, returnProblems, warrantyEnd } from '../contract.ts'

/** The hardware return of a case that was read through the session's scope already. */
export async function returnOf(db: Database | Tx, caseId: number, key: string): Promise<HardwareReturn> {
  const { rows } = await sql<{ row: Omit<HardwareReturn, 'warrantyEnds'> }>`
    select json_build_object('issueKey', ${key}::text, 'partNumber', r.part_number, 'serialNumber', r.serial_number, 'serialFits', r.serial_fits, 'contact', r.contact,
      'shippingAddress', r.shipping_address, 'symptomDetails', r.symptom_details, 'state', r.state, 'droppedFiles', r.dropped_files, 'version', r.version,
      'steps', (select json_agg(json_build_object('state', s.state, 'at', ${isoSql('s.at')}, 'by', u.full_name, 'carrier', s.carrier,
        'trackingNumber', s.tracking_number, 'replacementSerial', s.replacement_serial) order by s.at)
        from case_return_steps s join users u on u.id = s.user_id where s.case_id = r.case_id)) as row
    from case_returns r where r.case_id = ${caseId}`.execute(db)
  const caseReturn = rows[0]?.row ?? throwProblem(returnProblems['return-not-found'], { key })
  return { ...caseReturn, warrantyEnds: warrantyEnd(caseReturn.partNumber, caseReturn.serialNumber) }
}
