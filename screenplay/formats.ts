export { docxOf, type DocxOptions, type FontFiles } from './export-docx.ts'
export { fdxOf } from './export-fdx.ts'
export { plainTextOf } from './export-plain-text.ts'
export { trueTypeOf } from './font-file.ts'
export { type ImportedScript, importScript } from './import-script.ts'
export { decodeText } from './import/decode.ts'
export {
  type EncodingChoice,
  ImportFailure,
  type ImportFailureCode,
  MAX_IMPORT_BYTES,
  MAX_IMPORT_CHARACTERS,
  MAX_IMPORT_PAGES,
  UnknownEncoding,
} from './import/failure.ts'
export type { FdxLoss } from './import/fdx/losses.ts'
export type { LeftOut } from './import/imported.ts'
export { CONTINUED_TAG, LOCK_INFO } from './import/pdf/own-pdf.ts'
export { writeZip, type ZipFile } from './write-zip.ts'
export { escapeXml, readXml, type XmlElement } from './xml.ts'
export { Zip } from './zip.ts'
