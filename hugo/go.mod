module mycel/hugo

go 1.20
