import { Modal } from '#kit/web/look/modal.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { CountedDeployment } from '../contract.ts'
import { useBurnDownText } from '../texts.ts'

/** The deployments that the count of modems is the sum of, and those that are left out. */
export function CountedDeployments(props: { deployments: readonly CountedDeployment[]; onClose: () => void }) {
  const t = useBurnDownText()
  const sum = props.deployments.reduce((all, { counts, modems, onus }) => (counts ? all + modems + onus : all), 0)
  return (
    <Modal
      opened
      centered
      title={t('deployments')}
      onClose={props.onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <PlainTable
        label={t('deployments')}
        rows={props.deployments}
        id={({ id }) => id}
        columns={[
          { id: 'name', label: t('deployment'), cell: ({ name }) => <span translate="no">{name}</span> },
          { id: 'modems', label: t('modems'), align: 'right', cell: ({ modems }) => formatCount(modems) },
          { id: 'onus', label: t('onus'), align: 'right', cell: ({ onus }) => formatCount(onus) },
          { id: 'counts', label: t('counts'), cell: ({ counts }) => t(counts ? 'yes' : 'leftOut') },
        ]}
      />
      <p>{t('sum', { count: formatCount(sum) })}</p>
    </Modal>
  )
}
