import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { zodIssueMessage } from '#kit/contract/validation-messages.ts'
import type { ApiError } from '../data/api-error.ts'
import { showError } from '../data/show-error.ts'
import { useDraft } from './draft.ts'

/** A form whose rules are the contract's. */
export type ContractForm<Values extends object> = UseFormReturnType<Values>

/**
 * A form on a contract's schema: checked on submit, from then on each field as it changes (a check on blur would take
 * the first click on the button). With a `draft` name what is typed outlives a reload or a new sign-in.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: Values,
  options: { draft?: string } = {},
): ContractForm<Values> & { dropDraft: () => void } {
  const draft = useDraft(options.draft)
  const [tried, setTried] = useState(false)
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...draft.kept<Values>() },
    validate: (values) => flawsOf(schema, values),
    validateInputOnChange: tried,
    clearInputErrorOnChange: true,
  })
  const { values, submitting } = form
  useEffect(() => {
    if (!submitting && form.isDirty()) draft.keep(values)
  }, [draft, values, submitting, form.isDirty])
  const { onSubmit, setInitialValues } = form
  return Object.assign(form, {
    onSubmit: ((succeeded, failed) =>
      onSubmit(succeeded, (errors, rejected, event) => {
        setTried(true)
        leadToFirst(form, Object.keys(errors))
        failed?.(errors, rejected, event)
      })) as typeof onSubmit,
    dropDraft: () => {
      draft.drop()
      setInitialValues(initialValues)
    },
  })
}

function flawsOf(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = z.safeParse(schema, values, { error: zodIssueMessage })
  // The first flaw of a field is the one that is said.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]))
}

/** For `onRefused`: puts what the server found at its fields, the focus into the first, and what belongs to none into the error toast. */
export function applyServerErrors<Values extends object>(form: ContractForm<Values>): (problem: ApiError) => void {
  return (problem) => {
    const own = problem.fields.filter(
      ({ path }) => path.split('.')[0] !== undefined && (path.split('.')[0] ?? '') in form.getValues(),
    )
    if (own.length > 0) {
      form.setErrors(Object.fromEntries(own.map(({ path, message }) => [path, message])))
      leadToFirst(
        form,
        own.map(({ path }) => path),
      )
    }
    if (own.length < Math.max(1, problem.fields.length)) showError(problem)
  }
}

/** Puts the focus into the first field that is found fault with: it may be far from the button that was pressed. */
function leadToFirst<Values extends object>(form: UseFormReturnType<Values>, paths: readonly string[]): void {
  const fields = paths.map((path) => form.getInputNode(path)).filter((field) => field !== null)
  fields.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  fields[0]?.focus()
}
