import { useNavigate } from '@tanstack/react-router'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { createCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import { IconPlus, IconStar, IconStarFilled } from '#kit/web/icons/icons.generated.ts'
import { useKeys } from '#kit/web/keys/key-registry.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { countryName } from '#kit/web/text/country.ts'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { usePins } from '#kit/web/who/pins.tsx'
import { useText } from '../texts.ts'
import { useLabel } from './label.ts'

/** The head of an account's dashboard: name, location, local time, and a button for a new case. */
export function AccountHead({ account }: { account: Account }) {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const mayFile = useAllows(createCases, account.name)
  const { pins, toggle } = usePins()
  const isPinned = pins.has(account.id)
  const newCase = accountNewCasePath({ account })
  useKeys(
    mayFile
      ? [{ combo: 'c', label: t('newCaseKey'), group: label('home'), run: () => void navigate({ to: newCase }) }]
      : [],
  )
  return (
    <PageHeader
      face={<Monogram name={account.displayName} size={40} />}
      title={account.displayName}
      note={useHeadNote(account)}
      badges={
        <StateBadge kind="stage" state={account.stage}>
          {t(`stage.${account.stage}`)}
        </StateBadge>
      }
      actions={
        <>
          <Button
            variant="default"
            aria-pressed={isPinned}
            leftSection={isPinned ? <IconStarFilled size={15} aria-hidden /> : <IconStar size={15} aria-hidden />}
            onClick={() => toggle(account.id)}
          >
            {t(isPinned ? 'unpin' : 'pin')}
          </Button>
          {mayFile && (
            <Button to={newCase} leftSection={<IconPlus size={15} aria-hidden />} rightSection={<Shortcut combo="c" />}>
              {t('newCase')}
            </Button>
          )}
        </>
      }
    />
  )
}

function useHeadNote(account: Account): string {
  const t = useText()
  const now = useCurrentMinute()
  const accounts = useAccounts()
  const parent = accounts.find(({ name }) => name === account.parentAccount)
  return [
    t(`region.${account.region}`),
    [account.city, account.country && countryName(account.country)].filter(Boolean).join(', '),
    localTime(account.timeZone, now, (time, zone) => t('localTime', { time, zone })),
    t('deployments', { count: account.deployments.length }),
    account.parentAccount && t('childOf', { name: parent?.displayName ?? account.parentAccount }),
    account.isParent && t('parent'),
  ]
    .filter(Boolean)
    .join(' · ')
}

function localTime(timeZone: string, now: number, words: (time: string, zone: string) => string): string {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  }).formatToParts(now)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return words(`${part('hour')}:${part('minute')}`, part('timeZoneName'))
}
