import { Card } from '#kit/web/look/card.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useText } from '../texts.ts'

const parameters = ['ACCOUNT', 'DEPLOYMENT', 'CLUSTER', 'ENROLMENT_TOKEN', 'HEADEND_BUILD'] as const

/** The parameters with which a link job starts a build. */
export function ParametersCard() {
  const t = useText()
  const columns: readonly PlainColumn<(typeof parameters)[number]>[] = [
    { id: 'name', label: t('name'), width: 12, cell: (name) => <code translate="no">{name}</code> },
    {
      id: 'value',
      label: t('value'),
      cell: (name) => (name === 'ENROLMENT_TOKEN' ? `${t(name)}; ${t('secret')}` : t(name)),
    },
  ]
  return (
    <>
      <Card title={t('parameters')} note={t('parametersNote')} flush>
        <PlainTable label={t('parameters')} columns={columns} rows={parameters} id={(name) => name} />
      </Card>
      <p className="form-words">{t('description')}</p>
    </>
  )
}
