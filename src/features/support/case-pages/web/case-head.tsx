import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { workStatuses } from '#features/support/case-access/contract.ts'
import { type Case, deleteCase, searchCases } from '#features/support/cases/contract.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import {
  IconArrowsDiagonal,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconLink,
  IconLock,
  IconPlayerPlay,
  IconPrinter,
  IconTrash,
  IconX,
} from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Badge } from '#kit/web/look/badge.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { PhoneTools } from '#kit/web/phone-tools.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { casePath, casePrintPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './case-detail.module.css'
import { type CaseMenuAction, menuActionsOf } from './case-extensions.ts'
import type { CaseListPosition } from './case-list-position.ts'
import { caseLink } from './case-scope.ts'
import { useEditCase } from './use-edit-case.ts'

type HeadProps = { caseKey: string; found: Case | undefined; place: CaseListPosition | null }

/** The top bar of a case: its key to copy, the rows before and after, its own page, more, close. */
export function CaseHead(props: HeadProps) {
  const t = useText()
  const { caseKey, found: supportCase, place } = props
  if (useIsMobile()) {
    return (
      <PhoneTools>
        <Steps place={place} size={44} />
        {supportCase && <CaseMenu found={supportCase} size={44} onDeleted={place?.close} />}
      </PhoneTools>
    )
  }
  return (
    <header className={classes.head}>
      <code className={classes.key}>{caseKey}</code>
      <CopyButton value={caseKey} label={t('detail.copy')} />
      {supportCase?.internal && (
        <Badge colour="purple" icon={<IconLock size={12} aria-hidden />}>
          {t('detail.internal')}
        </Badge>
      )}
      <span className={classes.tools}>
        <Steps place={place} size={28} />
        {place && supportCase && (
          <IconButton to={casePath(supportCase)} size={28} aria-label={t('detail.full')} title={t('detail.full')}>
            <IconArrowsDiagonal size={16} aria-hidden />
          </IconButton>
        )}
        {supportCase && <CaseMenu found={supportCase} size={28} onDeleted={place?.close} />}
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

/** More for a case: its status while it is open, its link, and deleting it. */
function CaseMenu(props: { found: Case; size: 28 | 44; onDeleted: (() => void) | undefined }) {
  const t = useText()
  const { found } = props
  const navigate = useNavigate()
  const edit = useEditCase(found)
  const actor = usePrincipal()
  const [leaving, setLeaving] = useState(false)
  const [opened, setOpened] = useState<CaseMenuAction | null>(null)
  const remove = useMutationOf(deleteCase, {
    onSuccess: () => {
      setLeaving(false)
      props.onDeleted?.()
      toast({ title: t('done.deleted', { key: found.key }) })
      void refresh(searchCases)
    },
  })
  const copy = async () => {
    await navigator.clipboard.writeText(`${location.origin}${caseLink(found)}`)
    toast({ title: t('detail.linkCopied') })
  }
  const statuses = found.actions.includes('status') ? workStatuses.filter((status) => status !== found.status) : []
  return (
    <>
      <ActionMenu
        face={(press) => (
          <IconButton size={props.size} aria-label={t('detail.more')} aria-haspopup="menu" onClick={press}>
            <IconDots size={18} aria-hidden />
          </IconButton>
        )}
        groups={[
          statuses.map((status) => ({
            icon: <IconPlayerPlay size={15} aria-hidden />,
            label: t('action.setStatus', { status: t(`status.${status}`) }),
            run: () => edit.save({ status }, t('done.saved', { field: t('field.status') })),
          })),
          menuActionsOf(found, actor).map((action) => ({
            icon: <action.icon size={15} aria-hidden />,
            label: action.label(),
            run: () => setOpened(action),
          })),
          [
            { icon: <IconLink size={15} aria-hidden />, label: t('detail.copyLink'), run: () => void copy() },
            {
              icon: <IconPrinter size={15} aria-hidden />,
              label: t('detail.print'),
              run: () => void navigate({ to: casePrintPath(found) }),
            },
            ...(found.actions.includes('delete')
              ? [
                  {
                    icon: <IconTrash size={15} aria-hidden />,
                    label: t('action.delete'),
                    run: () => setLeaving(true),
                  },
                ]
              : []),
          ],
        ]}
      />
      {opened && (
        <Suspense>
          <opened.Dialog found={found} onClose={() => setOpened(null)} />
        </Suspense>
      )}
      <Confirm
        opened={leaving}
        title={t('delete.title', { key: found.key })}
        action={t('action.delete')}
        typed={found.key}
        busy={remove.isPending}
        onClose={() => setLeaving(false)}
        onConfirm={() => remove.mutate({ params: { key: found.key } })}
      >
        {t('delete.text')}
      </Confirm>
    </>
  )
}
