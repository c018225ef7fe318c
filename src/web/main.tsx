import '../kit/web/look/mantine.css'
import '../kit/web/look/fonts.css'
import '../kit/web/look/tokens.css'
import '../kit/web/look/mantine-vars.css'
import '../kit/web/look/app.css'
import '../kit/web/look/forced-colors.css'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { loadFirstPage } from './load-first-page.ts'

const element = document.getElementById('root')
if (!element) throw new Error('index.html has no #root')
const root = createRoot(element)
// Not in the first script, which is weighed.
void import('../kit/web/steady-press.ts').then(({ keepPresses }) => keepPresses())
// As a transition it is drawn in slices, between which the browser stays free.
void loadFirstPage().then(() =>
  startTransition(() =>
    root.render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  ),
)
