import { useEffect, useState } from 'react'
import { redirectToSignIn } from '#features/access/sessions/web/index.ts'
import { impersonationChanged, type Me, readMe } from '#features/users/users/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { IconClock, IconPencil, IconUserShare } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { Banner } from '#kit/web/notices/banner.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCountdown } from '#kit/web/time/time.ts'
import { allowWriting, exitImpersonation } from '../contract.ts'
import { text, useText } from '../texts.ts'

/** Milliseconds between the warning and the return to the own session (part 1 §9). */
const RELOAD_DELAY = 3000

type Mode = NonNullable<Me['impersonateMode']>

/** The bar above every page during an impersonation. */
export function ImpersonationBanner({ name, mode }: { name: string; mode: Mode }) {
  const t = useText()
  const secondsLeft = useSecondsUntil(mode.endsAt)
  const over = secondsLeft <= 0
  useTopic(impersonationChanged, {}, (message) => {
    if (message?.status === false) returnSoon()
    else if (message === null) void refresh(readMe)
  })
  useEffect(() => {
    if (over) returnSoon()
  }, [over])
  const endActing = () =>
    call(exitImpersonation, {})
      .then(() => location.assign('/'))
      .catch((error: unknown) => showError(error))
  useKeys([{ combo: 'mod+e', label: t('bar.exit'), group: t('bar.keys'), run: () => void endActing() }])
  return (
    <Banner
      colour="impersonation"
      icon={<IconUserShare size={16} aria-hidden />}
      title={t('bar.acting', { name })}
      right={
        <>
          {mode.readOnly && <WritingButton name={name} />}
          <span className="row num">
            <IconClock size={15} aria-hidden /> {t('bar.left', { left: formatCountdown(secondsLeft) })}
          </span>
          <Button
            variant="default"
            size="xs"
            rightSection={<Shortcut combo="mod+e" />}
            onClick={() => void endActing()}
          >
            {t('bar.exit')}
          </Button>
        </>
      }
    >
      {t('bar.reason', { reason: mode.reason })}
      {mode.readOnly && ` · ${t('bar.readOnly')}`}
    </Banner>
  )
}

/** Writing is a second step, requested separately. */
function WritingButton({ name }: { name: string }) {
  const t = useText()
  const [asking, setAsking] = useState(false)
  const allow = useMutationOf(allowWriting, { refreshes: [readMe], onSuccess: () => setAsking(false) })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPencil size={14} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('bar.write')}
      </Button>
      <Confirm
        opened={asking}
        colour="orange"
        title={t('bar.writeTitle', { name })}
        action={t('bar.write')}
        busy={allow.isPending}
        onConfirm={() => allow.mutate({ body: { confirmed: true } })}
        onClose={() => setAsking(false)}
      >
        {t('bar.writeText')}
      </Confirm>
    </>
  )
}

let returning = false

/** The time is over: shows it, and returns to the own session; through sign-in, where that session has ended. */
function returnSoon(): void {
  if (returning) return
  returning = true
  toast({ tone: 'warning', title: text('bar.ended'), detail: text('bar.endedText') })
  setTimeout(() => {
    call(exitImpersonation, {}, { quiet: true })
      .then(() => location.assign('/'))
      .catch(() => redirectToSignIn())
  }, RELOAD_DELAY)
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (new Date(at).getTime() - now) / 1000
}
