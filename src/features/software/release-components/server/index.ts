export { copyComponents, countDownload, markMissing, markReceived, storeCrc } from './component-rows.ts'
