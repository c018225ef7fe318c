import { texts } from '#kit/contract/texts.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readCasesReport } from '../contract.ts'
import { accountCasesReportPath, casesReportPath } from '../paths.ts'

const { text: label } = texts('case-reports', {
  report: 'Cases report',
})

const load = async () => ({ Page: (await import('./cases-report-page.tsx')).CasesReportPage })

/** The cases report of all accounts and of one. */
export const caseReportsWeb: FeatureWeb = {
  name: 'case-reports',
  pages: [
    { path: casesReportPath, label: () => label('report'), guard: { only: [readCasesReport] }, load },
    {
      path: accountCasesReportPath,
      label: () => label('report'),
      guard: { only: [readCasesReport] },
      load,
    },
  ],
  rail: [
    {
      id: 'support-report',
      parent: 'support',
      section: 'main',
      order: 7,
      label: () => label('report'),
      guard: { only: [readCasesReport] },
      to: (account) => (account ? accountCasesReportPath({ account }) : casesReportPath()),
    },
  ],
}
