import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type { ConvertedValue, Service } from '../contract.ts'
import { useText } from '../texts.ts'
import { valueText } from './value-text.ts'

/** The values that plans and accounts hold, before and after the value type of their service changes. */
export function ConversionPreview(props: {
  values: readonly ConvertedValue[]
  before: Pick<Service, 'valueType' | 'unit'>
  after: Pick<Service, 'valueType' | 'unit'>
}) {
  const t = useText()
  return (
    <PlainTable
      label={t('service.conversion')}
      rows={props.values}
      id={({ holder, ofAccount }) => `${ofAccount} ${holder}`}
      columns={[
        { id: 'holder', label: t('service.holder'), cell: ({ holder }) => <span translate="no">{holder}</span> },
        { id: 'before', label: t('service.before'), width: 8, cell: (row) => valueText(props.before, row.before) },
        {
          id: 'after',
          label: t('service.after'),
          width: 8,
          cell: (row) => (row.after === null ? t('service.removed') : valueText(props.after, row.after)),
        },
      ]}
    />
  )
}
