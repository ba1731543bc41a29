/** Path of the Model Context Protocol below the root of a site. */
export const MCP_PATH = '~mcp';
