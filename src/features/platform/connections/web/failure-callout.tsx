import { useMutationOf } from '#kit/web/data/query.ts'
import { IconPlugConnectedX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type Connection, retryConnectionMessages } from '../contract.ts'
import { useText } from '../texts.ts'
import { useMessages } from './connection-messages.tsx'
import { messagesChanged } from './messages-changed.ts'
import { useTestConnection } from './use-test-connection.ts'

/** Faults that end when the settings are right. */
const inSettings: readonly string[] = ['credentials', 'missing', 'blocked', 'unreachable', 'garbled']

/** What failed last, in words, with the next steps: correct the settings, test, send dead letters again. */
export function FailureCallout({ connection }: { connection: Connection }) {
  const t = useText()
  const { id, failing, lastFailure, fields } = connection
  const test = useTestConnection()
  const dead = useMessages(id, 'FAILED').data?._embedded.messages.map((message) => message.id) ?? []
  const retry = useMutationOf(retryConnectionMessages, {
    refreshes: messagesChanged,
    onSuccess: ({ count }) => toast({ title: t('retried', { count }) }),
  })
  if (!failing || !lastFailure) return null
  const secret = lastFailure.fault === 'credentials' && fields?.find(({ type }) => type === 'secret')
  const field = secret || fields?.[0]
  return (
    <Callout
      colour="red"
      icon={<IconPlugConnectedX size={18} aria-hidden />}
      title={lastFailure.text}
      action={
        <>
          {field && inSettings.includes(lastFailure.fault) && (
            <Button size="compact-sm" onClick={() => focusSetting(field.name)}>
              {t(secret ? 'enterCredential' : 'correctSettings')}
            </Button>
          )}
          <Button
            variant="default"
            size="compact-sm"
            loading={test.isPending}
            onClick={() => test.mutate({ params: { id } })}
          >
            {t('testAgain')}
          </Button>
          {dead.length > 0 && (
            <Button
              variant="default"
              size="compact-sm"
              loading={retry.isPending}
              onClick={() => retry.mutate({ params: { id }, body: { itemIds: dead } })}
            >
              {t('retryDead', { count: dead.length })}
            </Button>
          )}
        </>
      }
    >
      {t(`advice.${lastFailure.fault}`)}
    </Callout>
  )
}

/** Goes to the input of a setting on the same page. */
function focusSetting(name: string): void {
  const input = document.querySelector<HTMLInputElement>(`[data-setting="${name}"]`)
  input?.scrollIntoView({ block: 'center' })
  input?.focus({ preventScroll: true })
}
