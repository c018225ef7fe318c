import { useNavigate } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { workStatuses } from '#features/support/case-access/contract.ts'
import { type Case, deleteCase, searchCases } from '#features/support/cases/contract.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { IconDots, IconLink, IconPlayerPlay, IconPrinter, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { casePrintPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { type CaseMenuAction, menuActionsOf } from './case-extensions.ts'
import { caseLink } from './case-scope.ts'
import { useEditCase } from './use-edit-case.ts'

/** More for a case: its status while it is open, its link, and deleting it. */
export function CaseMenu(props: { found: Case; size: 28 | 44; onDeleted: (() => void) | undefined }) {
  const t = useText()
  const { found } = props
  const navigate = useNavigate()
  const edit = useEditCase(found)
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
          menuActionsOf(found).map((action) => ({
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
