export {
  AutomatedOutage,
  DetectorDecision,
  detectorProblems,
  listAutomatedOutages,
  listDetectorDecisions,
  listScannerConfigs,
  readDetector,
  readDetectorState,
  readSegment,
  ScannerConfig,
  saveScannerConfig,
  simulateScanner,
  testScanner,
} from './contract/detector.ts'
export { detectorAlerted, detectorEdited } from './contract/detector-events.ts'
export { detectorDefaults } from './contract/detector-rules.ts'
