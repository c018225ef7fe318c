import type { ReactNode } from 'react'
import { IconFilterOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '../look/button.tsx'
import { EmptyState } from './state.tsx'

type Action = { readonly label: string; readonly run: () => void }

/** In place of a list of which the filters hide everything: what hides it, and how to remove all filters or one. */
export function FilteredEmpty(props: {
  title: string
  clear: Action
  clearOne?: Action | undefined
  children: ReactNode
}) {
  const { title, clear, clearOne, children } = props
  return (
    <EmptyState
      colour="grey"
      icon={<IconFilterOff size={22} aria-hidden />}
      title={title}
      actions={
        <>
          <Button variant="light" onClick={clear.run}>
            {clear.label}
          </Button>
          {clearOne && (
            <Button variant="default" onClick={clearOne.run}>
              {clearOne.label}
            </Button>
          )}
        </>
      }
    >
      {children}
    </EmptyState>
  )
}
