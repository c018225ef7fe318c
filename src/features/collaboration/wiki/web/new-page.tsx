import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { PageForm } from '#kit/web/form/page-form.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { createWikiPage, type WikiNode } from '../contract.ts'
import { useText } from '../texts.ts'
import { parentChoices, TOP } from './page-choice.ts'
import { PageFields, type PageValues } from './page-fields.tsx'
import { stale, useMayWrite } from './use-wiki.ts'
import classes from './wiki.module.css'
import { wikiAt, wikiPageAt } from './wiki-address.ts'

/** The form of a new page: of the account, or a shared one, at the top or below another page. */
export function NewPage(props: {
  account: AccountChoice | null
  nodes: readonly WikiNode[]
  parent: string | undefined
}) {
  const t = useText()
  const navigate = useNavigate()
  const { change } = useUrlQuery<'show' | 'parent'>()
  const { account, nodes } = props
  const own = account?.name ?? null
  const mayWriteShared = useMayWrite(null)
  const mayWriteOwn = useMayWrite(own)
  const below = nodes.find(({ id }) => id === props.parent)
  const spaces = [...(account && mayWriteOwn ? [account.name] : []), ...(mayWriteShared ? [null] : [])]
  const start = below ? below.account : (spaces[0] ?? null)
  const [where, setWhere] = useState(below?.id ?? topOf(start))
  const parent = nodes.find(({ id }) => id === where)
  const space = parent ? parent.account : where === topOf(null) ? null : own
  const isBelowInternal = parent?.audience === 'VENDOR'
  const form = useContractForm<PageValues>(
    createWikiPage.body,
    { title: '', body: '', audience: 'ALL' },
    { draft: `wiki-new:${own ?? ''}:${below?.id ?? ''}` },
  )
  usePageLabel(t('newPage'), { back: wikiAt(account) })
  const create = useMutationOf(createWikiPage, {
    refreshes: stale,
    onSuccess: ({ id, title }) => {
      form.dropDraft()
      toast({ title: t('created', { title }) })
      void navigate({ to: wikiPageAt(account, id) })
    },
    onProblem: applyServerErrors(form),
  })
  const submit = form.onSubmit((values) =>
    create.mutate({
      query: space === null ? {} : { account: space },
      body: {
        ...values,
        audience: isBelowInternal ? 'VENDOR' : values.audience,
        parentId: parent?.id ?? null,
      },
    }),
  )
  return (
    <>
      <PageHeader title={t('newPage')} />
      <PageForm
        className={classes.form}
        submitLabel={t('create')}
        pending={create.isPending}
        actions={
          <Button variant="default" onClick={() => change({ show: undefined, parent: undefined })}>
            {t('cancel')}
          </Button>
        }
        onSubmit={submit}
      >
        <Select
          label={t('field.where')}
          searchable
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          value={where}
          onChange={(value) => value && setWhere(value)}
          data={spaces.map((one) => ({
            group: one === null ? t('shared') : (account?.displayName ?? one),
            items: [
              { value: topOf(one), label: t('atTop', { space: one === null ? t('shared') : account!.displayName }) },
              ...parentChoices(nodes, one),
            ],
          }))}
        />
        <PageFields form={form} isBelowInternal={isBelowInternal} onSubmit={() => submit()} />
      </PageForm>
    </>
  )
}

function topOf(space: string | null): string {
  return space === null ? `${TOP}-shared` : TOP
}
