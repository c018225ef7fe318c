import { Suspense } from 'react'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'

// Both pages in one part: each part lists its files in the first script.
export { AnnouncementsPage } from './announcements-page.tsx'

const Bindings = lazyNamed(() => import('./bindings-page.tsx'), 'BindingsPage')
const Categories = lazyNamed(() => import('./categories-page.tsx'), 'CategoriesPage')

/** The categories of announcements. */
export function CategoriesPage() {
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <Categories />
    </Suspense>
  )
}

/** The events that make announcements by themselves; its form is loaded apart from the list of announcements. */
export function BindingsPage() {
  return (
    <Suspense fallback={<LoadingRows rows={8} />}>
      <Bindings />
    </Suspense>
  )
}
