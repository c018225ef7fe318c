import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef, useState } from 'react'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import {
  createSavedReply,
  editSavedReply,
  fillReply,
  LONGEST_NAME,
  LONGEST_REPLY,
  listSavedReplies,
  type ReplyVariable,
  replyFault,
  replyVariables,
  type SavedReply,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './saved-replies.module.css'

/** Writes a saved reply, with buttons for its variables and a preview with examples. */
export function ReplyForm({ reply, onClose }: { reply: SavedReply | null; onClose: () => void }) {
  const t = useText()
  const field = useRef<HTMLTextAreaElement>(null)
  const [version, setVersion] = useState(reply?.version)
  const wrongBody = (body: string) => {
    const fault = replyFault(body)
    if (fault === 'unclosed') return t('form.unclosed')
    return fault ? t('form.unknown', { variable: fault.unknown }) : null
  }
  const form = useForm({
    initialValues: { name: reply?.name ?? '', body: reply?.body ?? '' },
    validate: {
      name: (name) => (name.trim() ? null : t('form.nameMissing')),
      body: (body) => (body.trim() ? wrongBody(body) : t('form.bodyMissing')),
    },
  })
  const result = {
    refreshes: [listSavedReplies],
    onSuccess: ({ name }: SavedReply) => {
      toast({ title: t('form.saved', { name }) })
      onClose()
    },
    onProblem: (problem: ApiError) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) void readVersion()
      else if (problem.fields.length === 0) showError(problem)
    },
  }
  const create = useMutationOf(createSavedReply, result)
  const edit = useMutationOf(editSavedReply, result)
  /** What is typed stays; saving again replaces what the other user wrote. */
  const readVersion = async () => {
    const { savedReplies } = (await call(listSavedReplies, {}))._embedded
    setVersion(savedReplies.find(({ id }) => id === reply?.id)?.version)
    toast({ title: t('form.stale'), tone: 'warning' })
  }
  const { name, body } = form.values
  const insert = (variable: ReplyVariable) => {
    const at = field.current?.selectionStart ?? body.length
    form.setFieldValue('body', `${body.slice(0, at)}{{${variable}}}${body.slice(at)}`)
    field.current?.focus()
  }
  const examples = Object.fromEntries(replyVariables.map((variable) => [variable, t(`example.${variable}`)])) as Record<
    ReplyVariable,
    string
  >
  return (
    <FormDialog
      title={reply ? t('form.editTitle', { name: reply.name }) : t('form.newTitle')}
      size={640}
      submitLabel={t('form.save')}
      pending={create.isPending || edit.isPending}
      onSubmit={form.onSubmit((values) => {
        if (reply) edit.mutate({ params: { id: reply.id }, body: values, ...(version ? { version } : {}) })
        else create.mutate({ body: values })
      })}
      onClose={onClose}
    >
      <TextInput
        required
        data-autofocus
        maxLength={LONGEST_NAME}
        label={t('form.name')}
        {...form.getInputProps('name')}
      />
      <Textarea
        ref={field}
        required
        autosize
        minRows={5}
        maxRows={14}
        maxLength={LONGEST_REPLY}
        label={t('form.body')}
        {...form.getInputProps('body')}
      />
      <div>
        <div className={classes.label}>{t('form.variables')}</div>
        <div className={classes.variables}>
          {replyVariables.map((variable) => (
            <Button key={variable} size="xs" variant="default" onClick={() => insert(variable)}>
              {t(`variable.${variable}`)}
            </Button>
          ))}
        </div>
      </div>
      {name.trim() && body.trim() && !replyFault(body) && (
        <div>
          <div className={classes.label}>{t('form.preview')}</div>
          <div className={classes.preview}>
            <Markdown text={fillReply(body, examples)} />
          </div>
        </div>
      )}
    </FormDialog>
  )
}
