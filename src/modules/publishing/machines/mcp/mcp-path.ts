/** Where AI tools speak the Model Context Protocol with a site, below its root. */
export const MCP_PATH = '~mcp';
