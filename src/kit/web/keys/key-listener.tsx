import { Suspense, useEffect, useState } from 'react'
import { lazyNamed } from '../lazy-named.ts'
import type { KeyQuestion } from './key-registry.ts'
import { listenForKeys } from './listen-for-keys.ts'

const Confirm = lazyNamed(() => import('../notices/confirm.tsx'), 'Confirm')

/** Runs the keys of the page, and asks before those that ask. The shell has one. */
export function KeyListener() {
  const [pendingQuestion, setPendingQuestion] = useState<{ question: KeyQuestion; run: () => void } | null>(null)
  useEffect(() => listenForKeys((question, run) => setPendingQuestion({ question, run })), [])
  if (!pendingQuestion) return null
  const { question, run } = pendingQuestion
  return (
    <Suspense>
      <Confirm
        opened
        byKey
        colour="blue"
        title={question.title}
        action={question.action}
        onConfirm={() => {
          setPendingQuestion(null)
          run()
        }}
        onClose={() => setPendingQuestion(null)}
      >
        {question.text}
      </Confirm>
    </Suspense>
  )
}
