import { Badge, StateBadge } from '#kit/web/look/badge.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import type { PhoneRow } from '#kit/web/table/phone-list.tsx'
import { text } from '../texts.ts'
import type { AccountRow } from './account-rows.ts'

/** An account in the phone list: name, outage or stage, and the number of open cases. */
export function accountRow({ account, stats }: AccountRow): PhoneRow {
  return {
    lead: <Monogram name={account.displayName} size={32} />,
    title: account.displayName,
    meta: stats?.outagesOpen ? (
      <Badge colour="red" blinking>
        {text('live', { count: stats.outagesOpen })}
      </Badge>
    ) : (
      <StateBadge kind="stage" state={account.stage}>
        {text(`stage.${account.stage}`)}
      </StateBadge>
    ),
    end: stats?.open ? text('choose.open', { count: stats.open }) : text('choose.quiet'),
  }
}
