import { Button } from '@mantine/core'
import { IconClock, IconUserShare } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { exitImpersonation } from '#features/impersonation/contract.ts'
import { leaveForSignIn } from '#features/sessions/web/index.ts'
import { impersonationChanged, type Me, readMe } from '#features/users/contract.ts'
import { call } from '#kit/web/data/call.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Keys } from '#kit/web/look/keys.tsx'
import { Banner } from '#kit/web/notices/banner.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { text, useText } from '#kit/web/text/kit-text.ts'
import { writeCountdown } from '#kit/web/time/time.ts'

/** Milliseconds between the warning and the way through sign-in (part 1 §9). */
const RELOAD_DELAY = 3000

/** While one acts as somebody else: as whom, why, how long still, and the way out. */
export function ImpersonationBar() {
  const { data: me } = useQueryOf(readMe, {})
  return me?.impersonateMode ? <Acting name={me.fullName} {...me.impersonateMode} /> : null
}

function Acting({ name, impersonator, readOnly, endsAt }: NonNullable<Me['impersonateMode']> & { name: string }) {
  const t = useText()
  const left = useSecondsUntil(endsAt)
  useTopic(impersonationChanged, {}, (message) => {
    if (message?.status === false) signInSoon()
    else if (message === null) void refresh(readMe)
  })
  const exit = () =>
    call(exitImpersonation, {})
      .then(() => location.assign('/'))
      .catch((error: unknown) => showError(error))
  useKeys([{ combo: 'mod+e', label: t('impersonation.exit'), group: t('keys.general'), run: () => void exit() }])
  return (
    <Banner
      colour="impersonation"
      icon={<IconUserShare size={16} aria-hidden />}
      title={t('impersonation.acting', { name })}
      right={
        <>
          <span className="row num">
            <IconClock size={15} aria-hidden /> {t('impersonation.left', { left: writeCountdown(left) })}
          </span>
          <Button variant="default" size="xs" rightSection={<Keys combo="mod+e" />} onClick={() => void exit()}>
            {t('impersonation.exit')}
          </Button>
        </>
      }
    >
      {t('impersonation.recorded', { name: impersonator.fullName })}
      {readOnly && ` · ${t('impersonation.readOnly')}`}
    </Banner>
  )
}

/** The time is over: says so, and leads through sign-in back to one's own self. */
function signInSoon(): void {
  toast({ tone: 'warning', title: text('impersonation.ended'), detail: text('impersonation.endedText') })
  setTimeout(() => leaveForSignIn(), RELOAD_DELAY)
}

function useSecondsUntil(at: string): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return (new Date(at).getTime() - now) / 1000
}
