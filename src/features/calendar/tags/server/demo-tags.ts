import type { Tx } from '#kit/server/database.ts'

const tags = [
  { name: 'Upgrade', color_code: '#0F62B8', holds_outages: true },
  { name: 'Freeze', color_code: '#5B2A9D', is_freeze: true },
  { name: 'Modem firmware', color_code: '#7A5C00', holds_outages: true },
  { name: 'Site work', color_code: '#A24852' },
  { name: 'Meeting', color_code: '#12743C' },
  { name: 'Training', color_code: '#075A6E' },
]

/** Tags of the demo beside *Maintenance*. */
export async function makeDemoTags(tx: Tx): Promise<void> {
  await tx.insertInto('calendar_tags').values(tags).execute()
}
