import { Modal } from '#kit/web/look/modal.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import type { ModemCount } from '../contract.ts'
import { useBurnDownText } from '../texts.ts'

/** The counts of modems by day, the newest first. */
export function ModemCounts(props: { days: readonly ModemCount[]; highest: ModemCount | null; onClose: () => void }) {
  const { days, highest, onClose } = props
  const t = useBurnDownText()
  return (
    <Modal opened centered title={t('rows')} onClose={onClose} closeButtonProps={{ 'aria-label': t('close') }}>
      <PlainTable
        label={t('rows')}
        rows={days.toReversed()}
        id={({ day }) => day}
        columns={[
          {
            id: 'day',
            label: t('day'),
            cell: ({ day }) => (day === highest?.day ? t('isHighest', { day: formatDate(day) }) : formatDate(day)),
          },
          { id: 'counted', label: t('counted'), align: 'right', cell: ({ counted }) => formatCount(counted) },
          {
            id: 'contracted',
            label: t('contracted'),
            align: 'right',
            cell: ({ contracted }) => contracted !== null && formatCount(contracted),
          },
        ]}
      />
    </Modal>
  )
}
