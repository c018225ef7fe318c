import type { FormEvent, ReactNode } from 'react'
import { Button } from '../look/button.tsx'
import { Card } from '../look/card.tsx'

type FormProps = {
  submitLabel: string
  pending: boolean
  /** Why the form cannot be sent yet. */
  blocked?: string | undefined
  /** `default` where the page has a main button of its own. */
  variant?: 'filled' | 'default'
  /** Buttons before the one that sends the form. */
  actions?: ReactNode
  className?: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  children: ReactNode
}

/** A form on a page: its fields, and at its end the button that sends it. The form shows its own errors. */
export function PageForm(props: FormProps) {
  const { submitLabel, pending, blocked, variant = 'filled', actions, className, onSubmit, children } = props
  return (
    <form
      noValidate
      className={className ? `form-stack ${className}` : 'form-stack'}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit(event)
      }}
    >
      {children}
      <div className="form-actions">
        {actions}
        <Button type="submit" variant={variant} loading={pending} blocked={blocked}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

/** A form that is a card of its page. */
export function CardForm(props: FormProps & { id?: string; title: string; note?: string }) {
  const { id, title, note, ...form } = props
  return (
    <Card title={title} {...(id ? { id } : {})} {...(note ? { note } : {})}>
      <PageForm {...form} />
    </Card>
  )
}
