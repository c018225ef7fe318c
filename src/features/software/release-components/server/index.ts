export { copyComponents, countDownload, markMissing, storeCrc } from './component-rows.ts'
