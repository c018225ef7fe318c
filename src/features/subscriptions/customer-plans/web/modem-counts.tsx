import { Modal } from '#kit/web/look/modal.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import type { ModemCount } from '../contract.ts'
import { useText } from './text.ts'

/** The counts of modems by day, the newest first. */
export function ModemCounts({ days, onClose }: { days: readonly ModemCount[]; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      centered
      title={t('burnDown.rows')}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('burnDown.close') }}
    >
      <PlainTable
        label={t('burnDown.rows')}
        rows={days.toReversed()}
        id={({ day }) => day}
        columns={[
          { id: 'day', label: t('burnDown.day'), cell: ({ day }) => formatDate(day) },
          { id: 'counted', label: t('burnDown.counted'), align: 'right', cell: ({ counted }) => formatCount(counted) },
          {
            id: 'contracted',
            label: t('burnDown.contracted'),
            align: 'right',
            cell: ({ contracted }) => contracted !== null && formatCount(contracted),
          },
        ]}
      />
    </Modal>
  )
}
