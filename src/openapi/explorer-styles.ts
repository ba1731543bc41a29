/** Additions to the style sheet of Swagger UI: compact groups, contrast, sizes for fingers, and phones. Dark colours are the library's. */
export const EXPLORER_STYLES = `
.swagger-ui .topbar { display: none; }
.swagger-ui .wrapper { max-width: 1120px; }
.swagger-ui, .swagger-ui :is(.info .title, .opblock-tag, .opblock .opblock-summary-description, .btn, label, select, input, p, li) {
  font-family: system-ui, sans-serif;
}
.swagger-ui .info { margin: 32px 0 16px; }
.swagger-ui .info :is(p, li) { max-width: 46rem; margin-inline: 0; font-size: 15px; line-height: 1.55; }
.swagger-ui .info .title small { background: #4a5264; }
.swagger-ui .info .title small.version-stamp { background: #3b6a00; }
.swagger-ui .info a { color: #1a5fb4; }
.swagger-ui .scheme-container { padding: 12px 0; box-shadow: none; border-block: 1px solid #d5d9e0; }
.swagger-ui .btn.authorize { border-color: #17703f; color: #17703f; }
.swagger-ui .btn.authorize svg { fill: #17703f; }
.swagger-ui .opblock-tag { padding: 8px 4px; font-size: 18px; }
.swagger-ui .opblock-tag small { padding: 0 10px; font-size: 14px; }
.swagger-ui .opblock .opblock-summary { padding: 4px; }
.swagger-ui .opblock .opblock-summary-path .nostyle { display: inline-block; min-height: 24px; line-height: 24px; }
.swagger-ui .opblock .opblock-summary-description { color: inherit; font-size: 14px; }
.swagger-ui .opblock .opblock-summary-method { min-width: 72px; padding: 5px 0; text-shadow: none; }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1a5fb4; }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #17703f; }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5300; }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0b6e63; }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b3202e; }
.swagger-ui .opblock-description-wrapper p { font-size: 14px; }
.swagger-ui :is(.renderedMarkdown, .info) code { color: inherit; font-weight: 600; }
.swagger-ui .parameter__name.required span, .swagger-ui .parameter__name.required::after { color: #b3202e; }
.swagger-ui .response-control-media-type__accept-message { color: #17703f; }
.swagger-ui :is(.parameter__in, .parameter__type, .tab li) { color: inherit; opacity: 1; }
.swagger-ui .microlight { background: #16191f !important; }
.swagger-ui .microlight span { color: #e3e6ec !important; }
.swagger-ui :is(.find-operations, .this-server) { color: inherit; font-size: 14px; }
.find-operations { display: block; margin: 16px auto 8px; font-weight: 600; }
.find-operations input {
  box-sizing: border-box; width: 100%; margin: 4px 0 0; padding: 10px 12px; border: 1px solid #7a8294; border-radius: 8px; font-size: 16px;
}
@media (max-width: 600px) {
  .swagger-ui .wrapper { padding: 0 12px; }
  .swagger-ui .info { margin: 16px 0; }
  .swagger-ui :is(code, .opblock-summary-path) { overflow-wrap: anywhere; }
  .swagger-ui .scheme-container .schemes { flex-wrap: wrap; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
  .swagger-ui .opblock-tag small { flex-basis: 80%; order: 2; padding: 0; }
  .swagger-ui .opblock-tag button { margin-inline-start: auto; }
  .swagger-ui .opblock-tag-section { margin: 0; }
  .swagger-ui .opblock .opblock-section-header { padding: 8px 12px; }
  .swagger-ui .opblock-section :is(.table-container, .opblock-description-wrapper), .swagger-ui .responses-inner { padding: 8px; }
  .swagger-ui :is(table:is(.parameters, .responses-table), :is(.parameters, .responses-table) > tbody > tr, :is(.parameters, .responses-table) > tbody > tr > td),
  .swagger-ui :is(.parameters, .responses-table) > tbody { display: block; width: auto; max-width: none; }
  .swagger-ui table:is(.parameters, .responses-table) > thead { position: absolute; clip-path: inset(50%); }
  .swagger-ui table:is(.parameters, .responses-table) > tbody > tr > td { padding: 4px 0; min-width: 0; }
  .swagger-ui .response-col_links { display: none !important; }
  .swagger-ui .parameters-col_description input { width: 100%; max-width: none; }
}
`;
