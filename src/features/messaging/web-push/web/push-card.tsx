import { useQuery } from '@tanstack/react-query'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { readPushKey, subscribeToPush, unsubscribeFromPush } from '../contract.ts'
import { useText } from '../texts.ts'
import { canPush, currentSubscription, subscribe } from './browser-push.ts'

/** Switches notifications of this browser on and off; nothing where the portal or the browser has none. */
export function PushCard() {
  const t = useText()
  const publicKey = useQueryOf(readPushKey, {}).data?.publicKey
  const current = useQuery({
    queryKey: ['push subscription of this browser'],
    queryFn: currentSubscription,
    enabled: canPush(),
  })
  const onChanged = (title: string) => {
    toast({ title })
    void current.refetch()
  }
  const add = useMutationOf(subscribeToPush, { onSuccess: () => onChanged(t('switchedOn')) })
  const remove = useMutationOf(unsubscribeFromPush, { onSuccess: () => onChanged(t('switchedOff')) })
  if (!publicKey || !canPush() || current.isPending) return null
  const switchOn = async () => {
    try {
      const { endpoint, keys } = (await subscribe(publicKey))?.toJSON() ?? {}
      if (!endpoint || !keys?.p256dh || !keys.auth) return toast({ title: t('blocked') })
      add.mutate({ body: { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } } })
    } catch (failure) {
      showError(failure, {
        text: t('failed', { reason: failure instanceof Error ? failure.message : String(failure) }),
      })
    }
  }
  const switchOff = async () => {
    const subscription = current.data
    if (!subscription) return
    await subscription.unsubscribe()
    remove.mutate({ body: { endpoint: subscription.endpoint } })
  }
  return (
    <Card
      title={t('title')}
      right={
        <Button
          variant="default"
          size="compact-sm"
          loading={add.isPending || remove.isPending}
          onClick={() => void (current.data ? switchOff() : switchOn())}
        >
          {t(current.data ? 'off' : 'on')}
        </Button>
      }
    >
      <p>{current.data ? t('isOn') : t('text')}</p>
    </Card>
  )
}
