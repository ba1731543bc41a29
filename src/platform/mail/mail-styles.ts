const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;line-height:1.5";

/** Styles stand on each element, because many mail programs drop style sheets. */
export const STYLE = {
  body: `margin:0;padding:0;background:#f4f5f7;color:#1c2024;${FONT}`,
  frame: 'border-collapse:collapse',
  margin: 'padding:24px 12px',
  card: 'width:100%;max-width:560px;table-layout:fixed;border-collapse:separate;border-spacing:0;background:#ffffff;border:1px solid #e0e3e8;border-radius:8px',
  sender: `padding:20px 24px 0;font-size:14px;font-weight:600;color:#60646c;${FONT}`,
  logo: 'height:24px;width:auto;max-width:160px;margin-right:8px;vertical-align:middle;border:0',
  words: `padding:12px 24px 8px;overflow-wrap:anywhere;${FONT}`,
  title: 'margin:0 0 16px;font-size:18px;line-height:1.35;font-weight:600',
  paragraph: 'margin:0 0 16px;font-size:15px',
  quote: 'margin:0 0 16px;padding:2px 0 2px 12px;border-left:3px solid #d3d7de;color:#60646c;font-size:15px',
  action:
    'display:inline-block;padding:10px 18px;border-radius:6px;background:#2b59c3;color:#ffffff;font-size:15px;font-weight:600;text-decoration:none',
  footer: `padding:14px 24px 16px;border-top:1px solid #e0e3e8;color:#60646c;overflow-wrap:anywhere;${FONT}`,
  small: 'margin:0 0 4px;font-size:12px',
  quiet: 'color:#60646c;text-decoration:underline',
} as const;

/** Styles that cannot be inlined: the colors for dark screens. They must win over the styles above. */
export const MAIL_STYLES = `@media (prefers-color-scheme:dark){
body{background:#111316!important;color:#edeef0!important}
.card{background:#1b1e22!important;border-color:#33373d!important}
.sender,.footer,.quiet,.quote{color:#b0b4ba!important}
.footer,.quote{border-color:#43484e!important}
.action{background:#8fb1ff!important;color:#0d1a36!important}
}
@media (max-width:420px){.sender,.words,.footer{padding-left:16px!important;padding-right:16px!important}}`;
