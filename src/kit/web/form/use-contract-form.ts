import { type UseFormReturnType, useForm } from '@mantine/form'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { zodIssueMessage } from '#kit/contract/validation-messages.ts'
import type { ApiError } from '../data/api-error.ts'
import { showError } from '../data/show-error.ts'
import { useDraft } from './draft.ts'

/** A form with the validation rules of the contract. */
export type ContractForm<Values extends object> = UseFormReturnType<Values>

/**
 * A form on a contract's schema: checked on submit, from then on each field as it changes (a check on blur would
 * intercept the first click on the button). With a `draft` name the input outlives a reload or a new sign-in.
 */
export function useContractForm<Values extends Record<string, unknown>>(
  schema: z.ZodMiniType,
  initialValues: Values,
  options: { draft?: string } = {},
): ContractForm<Values> & { dropDraft: () => void } {
  const draft = useDraft(options.draft)
  const [hasTried, setTried] = useState(false)
  const form = useForm<Values>({
    initialValues: { ...initialValues, ...draft.kept<Values>() },
    validate: (values) => flawsOf(schema, values),
    validateInputOnChange: hasTried,
    clearInputErrorOnChange: true,
  })
  const { values, submitting } = form
  useEffect(() => {
    if (!submitting && form.isDirty()) draft.keep(values)
  }, [draft, values, submitting, form.isDirty])
  const { onSubmit, setInitialValues } = form
  return Object.assign(form, {
    onSubmit: ((onSuccess, onFailure) =>
      onSubmit(onSuccess, (errors, rejectedValues, event) => {
        setTried(true)
        leadToFirst(form, Object.keys(errors))
        onFailure?.(errors, rejectedValues, event)
      })) as typeof onSubmit,
    dropDraft: () => {
      draft.drop()
      setInitialValues(initialValues)
    },
  })
}

function flawsOf(schema: z.ZodMiniType, values: unknown): Record<string, string> {
  const { error } = z.safeParse(schema, values, { error: zodIssueMessage })
  // Only the first error of a field is shown.
  return Object.fromEntries((error?.issues ?? []).toReversed().map(({ path, message }) => [path.join('.'), message]))
}

/**
 * For `onProblem`: shows the server's errors at their fields, moves the focus to the first, and shows those without a
 * field in the error toast.
 */
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

/** Moves the focus to the first invalid field: it may be far from the pressed button. */
function leadToFirst<Values extends object>(form: UseFormReturnType<Values>, paths: readonly string[]): void {
  const fields = paths.map((path) => form.getInputNode(path)).filter((field) => field !== null)
  fields.sort((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
  fields[0]?.focus()
}
