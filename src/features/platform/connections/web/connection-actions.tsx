import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { listAudit } from '#features/platform/audit/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlugConnected } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type Connection,
  changeConnection,
  deleteConnection,
  listConnectionMessages,
  listConnections,
  readConnection,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { useTestConnection } from './use-test-connection.ts'

const refreshes = [readConnection, listConnections, listConnectionMessages, listAudit]

/** Tests, stops, starts and deletes a connection; after a deletion it goes `back`. */
export function ConnectionActions({ connection, back }: { connection: Connection; back: string }) {
  const t = useText()
  const navigate = useNavigate()
  const [deleting, setDeleting] = useState(false)
  const { id, version, state, port, fields } = connection
  const params = { id }
  const isStopped = state === 'STOPPED'
  const test = useTestConnection()
  const change = useMutationOf(changeConnection, {
    refreshes,
    onSuccess: () => toast({ title: t(isStopped ? 'started' : 'stopped') }),
  })
  const remove = useMutationOf(deleteConnection, {
    refreshes: [listConnections],
    onSuccess: () => {
      toast({ title: t('deleted') })
      void navigate({ to: back })
    },
  })
  return (
    <>
      <Button
        leftSection={<IconPlugConnected size={15} aria-hidden />}
        loading={test.isPending}
        onClick={() => test.mutate({ params })}
      >
        {t('test')}
      </Button>
      <Button
        variant="default"
        loading={change.isPending}
        onClick={() => change.mutate({ params, version, body: { stopped: !isStopped } })}
      >
        {t(isStopped ? 'start' : 'stop')}
      </Button>
      {fields && (
        <Button variant="default" color="red" onClick={() => setDeleting(true)}>
          {t('delete')}
        </Button>
      )}
      <Confirm
        opened={deleting}
        colour="red"
        title={t('deleteTitle')}
        action={t('delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate({ params, version })}
        onClose={() => setDeleting(false)}
      >
        {t('deleteText', { port: t(`port.${port}`) })}
      </Confirm>
    </>
  )
}
