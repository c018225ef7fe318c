import { TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { caseLinkKinds } from '#features/support/case-access/contract.ts'
import { casePath } from '#features/support/case-pages/paths.ts'
import { CaseBadge } from '#features/support/case-pages/web/index.ts'
import { type Case, type CaseLink, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { focusFirstField } from '#kit/web/focus-first-field.ts'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { linkCases, unlinkCases } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './linked-cases.module.css'

/** The cases that a case is linked to; vendor staff add and remove links. */
export function LinkedCases({ found }: { found: Case }) {
  const t = useText()
  const [adding, setAdding] = useState(false)
  const mayLink = found.actions.includes('link')
  return (
    <section className={classes.links} aria-label={t('title')}>
      <header>
        <h3>{t('title')}</h3>
        {mayLink && !adding && (
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('add')}
          </Button>
        )}
      </header>
      {adding && <AddLink found={found} onClose={() => setAdding(false)} />}
      <ul>
        {found.links.map((link) => (
          <Line key={`${link.kind} ${link.key}`} found={found} link={link} />
        ))}
      </ul>
    </section>
  )
}

function Line({ found, link }: { found: Case; link: CaseLink }) {
  const t = useText()
  const remove = useMutationOf(unlinkCases, {
    refreshes: [readCase, readCaseHistory],
    onSuccess: () => toast({ title: t('removed', { key: link.key }) }),
  })
  return (
    <li className={classes.line}>
      <div className={classes.text}>
        <span className={classes.kind}>
          {t(`kind.${link.kind}`)}
          {link.internal && <Badge colour="purple">{t('internal')}</Badge>}
          <CaseBadge row={link} />
        </span>
        <Link to={casePath(link)} className={classes.key} title={link.subject}>
          <code>{link.key}</code> {link.subject}
        </Link>
      </div>
      {found.actions.includes('link') && (
        <IconButton
          size={24}
          aria-label={t('remove', { key: link.key })}
          loading={remove.isPending}
          onClick={() => remove.mutate({ query: { issueKey: found.key, kind: link.kind, key: link.key } })}
        >
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </li>
  )
}

/** Links a case to another one: how, and to which key. */
function AddLink({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const form = useContractForm<{ kind: string; key: string }>(linkCases.body, { kind: 'RELATES_TO', key: '' })
  const add = useMutationOf(linkCases, {
    refreshes: [readCase, readCaseHistory],
    onSuccess: (_, { body }) => {
      toast({ title: t('added', { key: found.key, other: body.key.toUpperCase() }) })
      onClose()
    },
    onProblem: (problem) => {
      if (problem.status === 404 || problem.status === 409) form.setFieldError('key', problem.message)
      else applyServerErrors(form)(problem)
    },
  })
  return (
    <form
      ref={focusFirstField}
      noValidate
      className={classes.form}
      onSubmit={form.onSubmit(({ kind, key }) => {
        const chosen = caseLinkKinds.find((one) => one === kind) ?? 'RELATES_TO'
        add.mutate({ query: { issueKey: found.key }, body: { kind: chosen, key: key.trim() } })
      })}
    >
      <Select
        label={t('kindLabel')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={caseLinkKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        {...form.getInputProps('kind')}
      />
      <TextInput
        required
        data-autofocus
        label={t('key')}
        placeholder={t('keyHint', { example: found.key })}
        {...form.getInputProps('key')}
        error={form.errors.key && (form.values.key.trim() ? form.errors.key : t('keyMissing'))}
      />
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button size="xs" type="submit" loading={add.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
