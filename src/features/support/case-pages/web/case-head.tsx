import type { ReactNode } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconLock, IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { PhoneTools } from '#kit/web/phone-tools.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { casePath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import type { CaseListPosition } from './case-list-position.ts'
import { CaseMenu } from './case-menu.tsx'

type HeadProps = { caseKey: string; found: Case | undefined; place: CaseListPosition | null }

/** The top bar of a case: its key to copy, the rows before and after, its own page, more, close. */
export function CaseHead(props: HeadProps) {
  const t = useText()
  const { caseKey, found, place } = props
  if (useIsMobile()) {
    return (
      <PhoneTools>
        <Steps place={place} size={44} />
        {found && <CaseMenu found={found} size={44} onDeleted={place?.close} />}
      </PhoneTools>
    )
  }
  return (
    <header className={classes.head}>
      <code className={classes.key}>{caseKey}</code>
      <CopyButton value={caseKey} label={t('detail.copy')} />
      {found?.internal && (
        <Badge colour="purple" icon={<IconLock size={12} aria-hidden />}>
          {t('detail.internal')}
        </Badge>
      )}
      <span className={classes.tools}>
        <Steps place={place} size={28} />
        {place && found && (
          <IconButton to={casePath(found)} size={28} aria-label={t('detail.full')} title={t('detail.full')}>
            <IconArrowsDiagonal size={16} aria-hidden />
          </IconButton>
        )}
        {found && <CaseMenu found={found} size={28} onDeleted={place?.close} />}
        {place && (
          <IconButton size={28} aria-label={t('detail.close')} onClick={place.close}>
            <IconX size={16} aria-hidden />
          </IconButton>
        )}
      </span>
    </header>
  )
}

function Steps({ place, size }: { place: CaseListPosition | null; size: 28 | 44 }) {
  const t = useText()
  if (!place) return null
  return (
    <>
      <Step label={t('detail.previous')} go={place.step(-1)} size={size}>
        <IconChevronUp size={18} aria-hidden />
      </Step>
      <Step label={t('detail.next')} go={place.step(1)} size={size}>
        <IconChevronDown size={18} aria-hidden />
      </Step>
    </>
  )
}

function Step(props: { label: string; go: (() => void) | null; size: 28 | 44; children: ReactNode }) {
  return (
    <IconButton size={props.size} aria-label={props.label} disabled={!props.go} onClick={() => props.go?.()}>
      {props.children}
    </IconButton>
  )
}
