import { listAudit } from '#features/platform/audit/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { CardForm } from '#kit/web/form/page-form.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type Connection,
  type ConnectionField,
  changeConnection,
  listConnections,
  readConnection,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { ConnectionFields, initialSettings, settingsToSend } from './connection-fields.tsx'

/** The settings of a connection as a form, or the way to the page that has them. */
export function ConnectionSettings({ connection }: { connection: Connection }) {
  const t = useText()
  const { fields, settingsPath } = connection
  if (fields) return <SettingsForm connection={connection} fields={fields} />
  if (!settingsPath) return null
  return (
    <Card title={t('settings')}>
      <p className={classes.text}>{t('settingsElsewhere')}</p>
      <Button variant="default" to={settingsPath}>
        {t('openSettings')}
      </Button>
    </Card>
  )
}

function SettingsForm(props: { connection: Connection; fields: readonly ConnectionField[] }) {
  const t = useText()
  const { connection, fields } = props
  const { id, version, settings, secretsSet } = connection
  const form = useContractForm(changeConnection.body, { settings: initialSettings(fields, settings) })
  const save = useMutationOf(changeConnection, {
    refreshes: [readConnection, listConnections, listAudit],
    onProblem: applyServerErrors(form),
    onSuccess: () => toast({ title: t('saved') }),
  })
  return (
    <CardForm
      title={t('settings')}
      submitLabel={t('save')}
      pending={save.isPending}
      variant="default"
      onSubmit={form.onSubmit((values) =>
        save.mutate({ params: { id }, version, body: { settings: settingsToSend(fields, values.settings) } }),
      )}
    >
      <div className="form-fields">
        <ConnectionFields form={form} fields={fields} stored={secretsSet} />
      </div>
    </CardForm>
  )
}
