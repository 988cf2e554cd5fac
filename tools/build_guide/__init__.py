"""The build guide's drawings and pin tables, made from the constants that the code uses."""
